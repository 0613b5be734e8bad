import { type Migration, tenantTable } from '../migration.ts'

export const migration: Migration = {
  statements: [
    `create table email_templates (
      tenant_id uuid not null references tenants,
      type text not null,
      locale text not null,
      subject text not null,
      body text not null,
      plain_text text not null,
      html text not null,
      updated_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, type, locale)
    )`,
    ...tenantTable('email_templates'),
    `create table email_variables (
      tenant_id uuid not null references tenants,
      locale text not null,
      signature text,
      support text,
      footer text,
      updated_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, locale)
    )`,
    ...tenantTable('email_variables'),
  ],
}
