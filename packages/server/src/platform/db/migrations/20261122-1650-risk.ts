import { type Migration, tenantTable } from '../migration.ts'

/** What rules about risk are made of, where people sign in from, and what was decided. */
export const migration: Migration = {
  statements: [
    `create table access_definitions (
      tenant_id uuid not null references tenants,
      id uuid not null,
      kind text not null,
      name text not null,
      name_key text not null,
      definition jsonb not null,
      updated_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      unique (tenant_id, kind, name_key)
    )`,
    ...tenantTable('access_definitions'),
    `create table user_risk (
      tenant_id uuid not null,
      user_id uuid not null,
      expected jsonb not null,
      skip_location_history boolean not null,
      skip_travel_velocity boolean not null,
      skip_until timestamptz,
      version integer not null default 1,
      primary key (tenant_id, user_id),
      foreign key (tenant_id, user_id) references users on delete cascade
    )`,
    ...tenantTable('user_risk'),
    `create table user_locations (
      tenant_id uuid not null,
      user_id uuid not null,
      place_key text not null,
      country text not null,
      city text not null,
      latitude double precision not null,
      longitude double precision not null,
      address text not null,
      first_seen_at timestamptz not null,
      last_seen_at timestamptz not null,
      sign_ins integer not null,
      primary key (tenant_id, user_id, place_key),
      foreign key (tenant_id, user_id) references users on delete cascade
    )`,
    ...tenantTable('user_locations'),
    'create index user_locations_seen on user_locations (tenant_id, last_seen_at)',
    `create table access_decisions (
      tenant_id uuid not null references tenants,
      id uuid not null,
      user_id uuid not null,
      user_name text not null,
      decided_at timestamptz not null,
      outcome text not null,
      level text not null,
      record jsonb not null,
      primary key (tenant_id, id)
    )`,
    ...tenantTable('access_decisions'),
    'create index access_decisions_of_user on access_decisions (tenant_id, user_id, decided_at desc)',
    'create index access_decisions_at on access_decisions (tenant_id, decided_at desc)',
  ],
}
