import { type Migration, tenantTable } from '../migration.ts'

export const migration: Migration = {
  statements: [
    `create table grids (
      tenant_id uuid not null references tenants,
      id uuid not null,
      serial integer not null,
      user_id uuid,
      state text not null,
      retired text,
      rows smallint not null,
      columns smallint not null,
      cell_length smallint not null,
      sealed_cells bytea not null,
      shown bytea not null,
      uses integer not null default 0,
      max_uses integer,
      created_at timestamptz not null,
      assigned_at timestamptz,
      activated_at timestamptz,
      expires_at timestamptz,
      last_used_at timestamptz,
      mailed_at timestamptz,
      version integer not null default 1,
      primary key (tenant_id, id),
      unique (tenant_id, serial),
      check ((user_id is null) = (state = 'UNASSIGNED')),
      foreign key (tenant_id, user_id) references users on delete cascade
    )`,
    `create index grids_of_user on grids (tenant_id, user_id)`,
    `create index grids_unassigned on grids (tenant_id, serial) where user_id is null`,
    ...tenantTable('grids'),
    `create table grid_groups (
      tenant_id uuid not null,
      grid_id uuid not null,
      group_id uuid not null,
      primary key (tenant_id, grid_id, group_id),
      foreign key (tenant_id, grid_id) references grids on delete cascade,
      foreign key (tenant_id, group_id) references groups on delete cascade
    )`,
    `create index grid_groups_of_group on grid_groups (tenant_id, group_id)`,
    ...tenantTable('grid_groups'),
    `create table grid_challenges (
      tenant_id uuid not null,
      subject text not null,
      id uuid not null,
      cells text not null,
      asked_at timestamptz not null,
      expires_at timestamptz not null,
      answered_at timestamptz,
      primary key (tenant_id, subject)
    )`,
    `create index grid_challenges_by_end on grid_challenges (tenant_id, expires_at)`,
    ...tenantTable('grid_challenges'),
    `create table grid_answers (
      tenant_id uuid not null,
      grid_id uuid not null,
      cells text not null,
      primary key (tenant_id, grid_id, cells),
      foreign key (tenant_id, grid_id) references grids on delete cascade
    )`,
    ...tenantTable('grid_answers'),
  ],
}
