import 'pg';
