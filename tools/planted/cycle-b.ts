import './cycle-a.ts';
