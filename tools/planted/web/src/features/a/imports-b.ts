import '../b/b.ts';
import '#web/app/router.tsx';
