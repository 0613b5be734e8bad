import type { Migration } from '../migration.ts'

const unused = `l.kind = 'INVITATION' and l.used_at is null`

/** Whether sign-ins of the tenant begin with one of these kinds, unless something else is said. */
const beginsWith = (tenant: string, kinds: string): string =>
  `exists (select 1 from authentication_flows f where f.tenant_id = ${tenant} and f.is_default
    and f.first_factors && array[${kinds}])`

const byToken = `'TOKEN', 'TOKENPUSH'`

/** Plans that are kept are made for an index: the table may have been empty when they were made. */
const triggerFunction = (name: string, body: string): string => `
  create function ${name}() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
    begin
      ${body};
      return null;
    end $$`

/**
 * Ends the invitations of the users of inserted rows, in one statement however many they are: each row is
 * looked up once, by the index of unused invitations. A join could be planned the other way round.
 */
const onInsert = (table: string, condition: string): readonly string[] => [
  triggerFunction(
    `end_invitations_on_${table}`,
    `execute $delete$delete from setup_links l
      where l.tenant_id = any (array(select distinct tenant_id from added)) and ${unused}
        and l.token_hash = any (array(select l.token_hash from added a
          cross join lateral (select l.token_hash, l.email from setup_links l
            where l.tenant_id = a.tenant_id and l.user_id = a.user_id and ${unused} offset 0) l
          where ${condition}))$delete$`,
  ),
  `create trigger end_invitations after insert on ${table} referencing new table as added
    for each statement execute function end_invitations_on_${table}()`,
]

interface Change {
  readonly columns: string
  readonly when: string
  readonly ends: string
}

/**
 * Ends the invitation of a row that is changed into a way in. For each row: sign-ins change these tables in
 * other columns all the time, which a trigger for statements would have to look at.
 */
const onUpdate = (table: string, { columns, when, ends }: Change): string =>
  `create trigger end_invitation after update of ${columns} on ${table}
    for each row when (${when}) execute function ${ends}()`

const ofUser = `delete from setup_links l
  where l.tenant_id = new.tenant_id and l.user_id = new.user_id and ${unused}`
const isNewUsers = `new.user_id is not null and new.user_id is distinct from old.user_id`
const isNewlyActive = `new.state = 'ACTIVE' and old.state <> 'ACTIVE'`

/**
 * An invitation ends as soon as its user has a way in, and does not come back when that is removed. These
 * tables see every path: administrators, bulk operations, users themselves. A token counts where sign-ins
 * begin with one; elsewhere it is the second factor of a user who is still to choose the first.
 */
export const migration: Migration = {
  statements: [
    ...onInsert('passwords', 'true'),
    ...onInsert('fido_credentials', `a.state = 'ACTIVE'`),
    ...onInsert('linked_identities', 'true'),
    ...onInsert('tokens', `a.state = 'ACTIVE' and ${beginsWith('a.tenant_id', byToken)}`),
    ...onInsert(
      'external_credentials',
      `a.type = 'OTP' and ${beginsWith('a.tenant_id', `'EXTERNAL'`)}`,
    ),
    // The administrator who has it may have fewer rights than its user has from now on.
    ...onInsert('user_roles', 'l.email is null'),
    triggerFunction('end_invitation', ofUser),
    triggerFunction(
      'end_invitation_by_token',
      `${ofUser} and ${beginsWith('new.tenant_id', byToken)}`,
    ),
    triggerFunction(
      'end_invitation_by_directory',
      `delete from setup_links l
        where l.tenant_id = new.tenant_id and l.user_id = new.id and ${unused}`,
    ),
    onUpdate('fido_credentials', { columns: 'state', when: isNewlyActive, ends: 'end_invitation' }),
    onUpdate('linked_identities', {
      columns: 'user_id',
      when: isNewUsers,
      ends: 'end_invitation',
    }),
    onUpdate('tokens', {
      columns: 'state, user_id',
      when: `new.state = 'ACTIVE' and new.user_id is not null
        and (old.state <> 'ACTIVE' or new.user_id is distinct from old.user_id)`,
      ends: 'end_invitation_by_token',
    }),
    onUpdate('users', {
      columns: 'type',
      when: `new.type = 'LDAP_AD' and old.type <> 'LDAP_AD'`,
      ends: 'end_invitation_by_directory',
    }),
    // Those that counted again until now.
    `delete from setup_links l using users u
      where u.tenant_id = l.tenant_id and u.id = l.user_id and ${unused} and (u.type = 'LDAP_AD'
        or exists (select 1 from passwords x where x.tenant_id = u.tenant_id and x.user_id = u.id)
        or exists (select 1 from fido_credentials x
          where x.tenant_id = u.tenant_id and x.user_id = u.id and x.state = 'ACTIVE')
        or exists (select 1 from linked_identities x
          where x.tenant_id = u.tenant_id and x.user_id = u.id))`,
  ],
}
