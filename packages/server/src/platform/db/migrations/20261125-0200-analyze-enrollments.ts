import type { Migration } from '../migration.ts'

/** As `analyze_grids`, for what bulk operations on enrollments fill or empty. */
export const migration: Migration = {
  statements: [
    `create function analyze_enrollments() returns void
      language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
      begin
        analyze enrollments (tenant_id, id, workflow_id, group_id, title_key, enroll_state);
        analyze enrollment_keys;
      end $$`,
    `revoke all on function analyze_enrollments from public`,
    `grant execute on function analyze_enrollments to signet_runtime`,
  ],
}
