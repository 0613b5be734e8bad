import type { Migration } from '../migration.ts'

/**
 * A password hash is bound to its user by a key that the database does not have: in another row it is no
 * hash. The service binds those that are there in batches after its start; a node of the release before,
 * which knows nothing of it, leaves a hash unbound.
 */
export const migration: Migration = {
  statements: [
    `alter table passwords add column binding bytea`,
    `create function unbind_password() returns trigger language plpgsql as $$
      begin
        if new.hash is distinct from old.hash and new.binding is not distinct from old.binding then
          new.binding := null;
        end if;
        return new;
      end $$`,
    `create trigger unbind_password before update of hash on passwords
      for each row execute function unbind_password()`,
    `create index passwords_unbound on passwords (tenant_id) where binding is null`,
  ],
}
