import './cycle-b.ts';
