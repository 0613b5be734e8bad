import { type Migration, tenantTable } from '../migration.ts'

/** Password hashes of other systems, and the kinds of them whose work every check does. */
export const migration: Migration = {
  statements: [
    `alter table passwords add column foreign_kind text`,
    `create table foreign_hash_kinds (
      tenant_id uuid not null references tenants,
      kind text not null,
      primary key (tenant_id, kind)
    )`,
    ...tenantTable('foreign_hash_kinds'),
    `create trigger tell_change after insert or update or delete on foreign_hash_kinds
      for each row execute function tell_change()`,
    `update passwords set foreign_kind = substring(hash from '^(.*)[$][^$]*[$][^$]*$')
      where hash like '$argon2id$%' and hash not like '$argon2id$v=19$m=19456,t=2,p=1$%'`,
    `insert into foreign_hash_kinds (tenant_id, kind)
      select distinct tenant_id, foreign_kind from passwords where foreign_kind is not null`,
    `create index passwords_by_foreign_kind on passwords (tenant_id, foreign_kind)
      where foreign_kind is not null`,
  ],
}
