import { type Migration, tenantTable } from '../migration.ts'

const ofUser = 'foreign key (tenant_id, user_id) references users on delete cascade'

export const migration: Migration = {
  statements: [
    `create table kba_questions (
      tenant_id uuid not null,
      id uuid not null,
      locale text not null,
      question text not null,
      question_key text not null,
      created_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      unique (tenant_id, locale, question_key)
    )`,
    ...tenantTable('kba_questions'),
    `create table kba_synonyms (
      tenant_id uuid not null,
      locale text not null,
      synonyms jsonb not null,
      version integer not null,
      primary key (tenant_id, locale)
    )`,
    ...tenantTable('kba_synonyms'),
    `create table user_questions (
      tenant_id uuid not null,
      user_id uuid not null,
      id uuid not null,
      locale text not null,
      question text not null,
      answer_hmac bytea not null,
      created_at timestamptz not null,
      primary key (tenant_id, user_id, id),
      ${ofUser}
    )`,
    ...tenantTable('user_questions'),
    `create table kba_challenges (
      tenant_id uuid not null,
      user_id uuid not null,
      question_ids uuid[] not null,
      created_at timestamptz not null,
      primary key (tenant_id, user_id),
      ${ofUser}
    )`,
    ...tenantTable('kba_challenges'),
  ],
}
