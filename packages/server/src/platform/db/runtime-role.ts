import { type ClientBase, escapeIdentifier } from 'pg'
import { StartRefused } from '../start-refused.ts'
import { errorCodeOf } from './sql-errors.ts'

/** The role that owns nothing; every grant of the schema is made to it. */
export const runtimeRole = 'signet_runtime'

/** The role whose functions read the audit events of all tenants, and nothing else. */
export const sequencerRole = 'signet_sequencer'

const oldestVersion = 150_000

interface RoleRow {
  version: number
  version_text: string
  role: string
  superuser: boolean
  bypasses: boolean
  makes_roles: boolean
  owned: string | null
  creates_in: string | null
  is_granted: boolean
}

/**
 * Ownership counts by membership too: PostgreSQL lets a member of the owner past row security.
 */
const roleQuery = `
  select current_setting('server_version_num')::int as version,
    current_setting('server_version') as version_text,
    current_user::text as role, r.rolsuper as superuser, r.rolbypassrls as bypasses,
    r.rolcreaterole or r.rolcreatedb as makes_roles,
    coalesce(
      (select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p', 'v', 'm', 'S')
          and pg_has_role(current_user, c.relowner, 'member') limit 1),
      (select n.nspname from pg_namespace n where n.nspname in ('public', 'pgboss')
        and pg_has_role(current_user, n.nspowner, 'member') limit 1)) as owned,
    case when has_database_privilege(current_database(), 'CREATE') then 'the database'
      else (select 'the schema ' || n.nspname from pg_namespace n
        where n.nspname in ('public', 'pgboss') and has_schema_privilege(n.oid, 'CREATE') limit 1)
      end as creates_in,
    exists (select from pg_roles g
      where g.rolname = $1 and pg_has_role(current_user, g.oid, 'usage')) as is_granted
  from pg_roles r where r.rolname = current_user`

const reasonAgainst = (row: RoleRow): string | null => {
  if (row.superuser) return 'is a superuser'
  if (row.bypasses) return 'has BYPASSRLS'
  if (row.makes_roles) return 'may create roles or databases'
  if (row.owned !== null) return `owns ${row.owned}`
  if (row.creates_in !== null) return `may create objects in ${row.creates_in}`
  return null
}

const requireVersion = ({ version, version_text: text }: RoleRow): void => {
  if (version < oldestVersion) {
    throw new StartRefused(`Signet needs PostgreSQL 15 or later; this server is ${text}`)
  }
}

const readRole = async (client: ClientBase): Promise<RoleRow> => {
  const { rows } = await client.query<RoleRow>(roleQuery, [runtimeRole])
  const [row] = rows
  if (row === undefined) throw new StartRefused('The database does not tell its role')
  return row
}

/** @throws StartRefused when the server is older than PostgreSQL 15 */
export const checkVersion = async (client: ClientBase): Promise<void> =>
  requireVersion(await readRole(client))

/**
 * Row-level security holds only for a role that cannot get around it.
 * @throws StartRefused when the connection's role could, or lacks the schema's grants
 */
export const checkRuntimeRole = async (client: ClientBase): Promise<void> => {
  const row = await readRole(client)
  requireVersion(row)
  const reason = reasonAgainst(row)
  if (reason !== null) {
    throw new StartRefused(
      `The database role ${row.role} ${reason}, so row-level security would not hold: ` +
        'name a role without such rights in SIGNET_DATABASE_URL',
    )
  }
  if (!row.is_granted) {
    throw new StartRefused(
      `The database role ${row.role} may not use the tables: run "grant ${runtimeRole} to ${row.role}"`,
    )
  }
}

/**
 * Lets a login use the tables. An owner that may not grant the role leaves that to the operator:
 * `checkRuntimeRole` tells how.
 */
export const grantRuntimeRole = async (owner: ClientBase, login: string): Promise<void> => {
  if (login === runtimeRole) return
  try {
    await owner.query(`grant ${runtimeRole} to ${escapeIdentifier(login)}`)
  } catch (error) {
    if (errorCodeOf(error) !== '42501') throw error
  }
}

/** Creates a role that nobody logs in with, if it is missing, and lets the owner act as it. */
export const ensureRole = async (
  owner: ClientBase,
  role: typeof runtimeRole | typeof sequencerRole,
): Promise<void> => {
  await owner.query(`do $$ begin
    if not exists (select from pg_roles where rolname = '${role}') then
      create role ${role} nologin;
    end if;
    if not pg_has_role(current_user, '${role}', 'member') then
      execute format('grant ${role} to %I', current_user);
    end if;
  end $$`)
}
