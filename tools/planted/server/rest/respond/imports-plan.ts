import '#server/rest/plan/plan.ts';
