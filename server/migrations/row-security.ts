/**
 * Switches row-level security on: a role for requests, which the tables' policies bind. Policies stand in the
 * migrations and bind nobody until then; the owner of the tables (the worker, the operator's commands) they never bind
 * (docs/architecture.md, "The second wall").
 */
import pg from 'pg';
import { READS_AS_CALLER, REQUEST_ROLE } from '@/server/platform/db/bound-connections';

/**
 * The data outside any one workspace that requests' handles still need: nothing of it is secret. Passwords, keys of
 * partners and second factors are read by the narrow doors, before a workspace is known.
 */
const SHARED_GRANTS = `
  GRANT SELECT (id, name, email, "sessionVersion"), UPDATE ("sessionVersion") ON "User" TO ${REQUEST_ROLE};
  GRANT SELECT (id, name, identifier, status, "linkMode", "contactEmail") ON "Partner" TO ${REQUEST_ROLE};
  GRANT SELECT (id, name, "keyId") ON "PlatformKey" TO ${REQUEST_ROLE};
  GRANT SELECT (id, started_at, migration_name) ON _prisma_migrations TO ${REQUEST_ROLE};`;

/**
 * Jobs are given to the queue in the transaction of the change: those of this workspace. Its own tables bind everybody
 * else.
 */
const QUEUE = `
  GRANT USAGE ON SCHEMA graphile_worker TO ${REQUEST_ROLE};
  GRANT SELECT, INSERT, UPDATE, DELETE ON graphile_worker._private_jobs, graphile_worker._private_tasks,
    graphile_worker._private_job_queues TO ${REQUEST_ROLE};
  GRANT USAGE ON ALL SEQUENCES IN SCHEMA graphile_worker TO ${REQUEST_ROLE};
  DROP POLICY IF EXISTS laris_jobs ON graphile_worker._private_jobs;
  CREATE POLICY laris_jobs ON graphile_worker._private_jobs TO ${REQUEST_ROLE}
    USING (payload ->> 'accountId' = current_setting('laris.account_id', true));
  DROP POLICY IF EXISTS laris_tasks ON graphile_worker._private_tasks;
  CREATE POLICY laris_tasks ON graphile_worker._private_tasks TO ${REQUEST_ROLE} USING (true);
  DROP POLICY IF EXISTS laris_queues ON graphile_worker._private_job_queues;
  CREATE POLICY laris_queues ON graphile_worker._private_job_queues TO ${REQUEST_ROLE} USING (true);`;

/** Tables that have the policy; partitions are reached by way of their parents alone, and have no grants. */
const TENANT_TABLES = `SELECT c.oid::regclass AS name, c.relrowsecurity AS "isOn" FROM pg_class c
  JOIN pg_policy p ON p.polrelid = c.oid AND p.polname = 'workspace'`;

/**
 * A condition that PostgreSQL does not know to be leakproof is looked at behind the policy: no index for it, and every
 * row of the workspace is read. The errors of these functions tell nothing of a row, so they may be marked, in this
 * database alone; only a superuser may.
 */
const LEAKPROOF = [
  'lower(text)',
  'upper(text)',
  'textcat(text, text)',
  'replace(text, text, text)',
  'regexp_replace(text, text, text, text)',
  'textlike(text, text)',
  'texticlike(text, text)',
  'arrayoverlap(anyarray, anyarray)',
  'arraycontains(anyarray, anyarray)',
  'jsonb_contains(jsonb, jsonb)',
  'jsonb_exists(jsonb, text)',
  'jsonb_object_field_text(jsonb, text)',
];
const MARK_LEAKPROOF = LEAKPROOF.map((each) => `ALTER FUNCTION pg_catalog.${each} LEAKPROOF;`).join('\n    ');

/** Our views that read as their caller, so that the policies of what they read bind it. Triggers read them. */
const VIEWS = `SELECT c.oid::regclass AS name FROM pg_class c
  WHERE c.relkind = 'v' AND c.relnamespace = 'public'::regnamespace AND pg_has_role(c.relowner, 'USAGE')
  AND ${READS_AS_CALLER}`;

const LOCK_KEY = 0x6c_61_72_69_74;

const ARM = `DO $$
DECLARE
  tenant record;
  invoked record;
BEGIN
  PERFORM pg_advisory_xact_lock(${LOCK_KEY});
  BEGIN
    -- Roles are of the whole server: another database of it may have made this one.
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${REQUEST_ROLE}') THEN CREATE ROLE ${REQUEST_ROLE} NOLOGIN; END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END;
  IF NOT pg_has_role(current_user, '${REQUEST_ROLE}', 'SET') THEN
    EXECUTE format('GRANT ${REQUEST_ROLE} TO %I WITH SET TRUE, INHERIT FALSE', current_user);
  END IF;
  GRANT USAGE ON SCHEMA public TO ${REQUEST_ROLE};
  GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${REQUEST_ROLE};
  FOR tenant IN ${TENANT_TABLES} LOOP
    -- To switch it on again would hold up whoever reads the table.
    IF NOT tenant."isOn" THEN EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', tenant.name); END IF;
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO ${REQUEST_ROLE}', tenant.name);
  END LOOP;
  FOR invoked IN ${VIEWS} LOOP
    EXECUTE format('GRANT SELECT ON %s TO ${REQUEST_ROLE}', invoked.name);
  END LOOP;${SHARED_GRANTS}${QUEUE}
  IF current_setting('is_superuser')::boolean THEN
    ${MARK_LEAKPROOF}
  END IF;
END $$`;

/**
 * Safe to call again, and by several processes at once: it brings grants and policies to what this release needs.
 * @param databaseUrl migrated, its queue too; as the owner of the tables, who may make roles
 * @throws Error of PostgreSQL, where that is not allowed
 */
export async function switchOnRowSecurity(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'laris migrate' });
  await client.connect();
  try {
    await client.query(ARM);
  } finally {
    await client.end();
  }
}
