import type { Migration } from '../migration.ts'

/** As `analyze_tokens`, for what bulk operations on grid cards fill or empty. */
export const migration: Migration = {
  statements: [
    `create function analyze_grids() returns void
      language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
      begin
        analyze grids (tenant_id, id, serial, user_id, state);
        analyze grid_groups;
      end $$`,
    `revoke all on function analyze_grids from public`,
    `grant execute on function analyze_grids to signet_runtime`,
  ],
}
