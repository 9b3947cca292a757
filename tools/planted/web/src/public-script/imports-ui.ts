import '../../../../../web/src/ui/form/button.tsx';
