import '#web/data/backend/client.ts';
import '#server/log.ts';
import '@supabase/auth-js';
