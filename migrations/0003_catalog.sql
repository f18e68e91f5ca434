-- Rooms and styles of dance: what classes are made of.

create table classrooms (
  organization_id uuid not null default current_organization_id() references organizations on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 80),
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create unique index classroom_name_taken on classrooms (organization_id, lower(name));
call track_versions('classrooms');
call protect_by_studio('classrooms');
grant select, delete, insert (id, name), update (name) on classrooms to barre_app;

create table dance_types (
  organization_id uuid not null default current_organization_id() references organizations on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 80),
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create unique index dance_type_name_taken on dance_types (organization_id, lower(name));
call track_versions('dance_types');
call protect_by_studio('dance_types');
grant select, delete, insert (id, name), update (name) on dance_types to barre_app;
