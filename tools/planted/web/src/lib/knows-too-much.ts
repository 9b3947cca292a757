import '#web/data/client.ts';
import '#server/log.ts';
import '@supabase/auth-js';
