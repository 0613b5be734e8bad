import type { Migration } from '../migration.ts'

/**
 * Since when somebody has something to register: noted beside the flag whoever sets it, one by one
 * or for thousands. The time is the application's, by which the row was written.
 */
export const migration: Migration = {
  statements: [
    `alter table users add column registration_asked_at timestamptz`,
    `create function note_registration() returns trigger language plpgsql as $$
    begin
      new.registration_asked_at := case when new.registration_required then new.updated_at end;
      return new;
    end $$`,
    `create trigger users_registration_asked before insert on users
      for each row when (new.registration_required) execute function note_registration()`,
    `create trigger users_registration_changed before update of registration_required on users
      for each row when (old.registration_required is distinct from new.registration_required)
      execute function note_registration()`,
    `update users set registration_asked_at = updated_at where registration_required`,
  ],
}
