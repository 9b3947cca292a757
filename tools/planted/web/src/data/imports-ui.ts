import '#web/ui/form/button.tsx';
