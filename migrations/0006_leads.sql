-- Inquiries: from the first question through a tryout to a student.

create table inquiries (
  organization_id uuid not null default current_organization_id() references organizations on delete cascade,
  id uuid not null default gen_random_uuid(),
  full_name text not null check (char_length(full_name) between 1 and 120),
  email text check (char_length(email) <= 254),
  phone_number text check (char_length(phone_number) <= 40),
  age smallint check (age between 1 and 120),
  -- an age is only true on the day it was told
  age_told_on date,
  gender text check (gender in ('Female', 'Male')),
  lead_source text check (char_length(lead_source) <= 120),
  dance_type_interest text check (char_length(dance_type_interest) <= 200),
  availability_notes text check (char_length(availability_notes) <= 2000),
  status text not null default 'new'
    check (status in ('new', 'contacted', 'enrolled', 'Tryout Scheduled', 'Converted to Student')),
  student_id uuid,
  student_role text not null generated always as ('student') stored,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, student_id, student_role) references profiles (organization_id, id, role),
  constraint inquiry_age_has_day check ((age is null) = (age_told_on is null)),
  -- the funnel counts a person once
  constraint inquiry_converted_once unique (organization_id, student_id)
);
call track_versions('inquiries');
call protect_by_studio('inquiries');
create index inquiries_by_day on inquiries (organization_id, created_at desc, id);
grant select, delete,
  insert (id, full_name, email, phone_number, age, age_told_on, gender, lead_source, dance_type_interest,
    availability_notes, status, created_at),
  update (full_name, email, phone_number, age, age_told_on, gender, lead_source, dance_type_interest,
    availability_notes, status, student_id)
  on inquiries to barre_app;

alter table one_off_sessions add column inquiry_id uuid,
  add foreign key (organization_id, inquiry_id) references inquiries on delete set null (inquiry_id);
create index one_off_sessions_of_inquiry on one_off_sessions (organization_id, inquiry_id) where inquiry_id is not null;
grant insert (inquiry_id), update (inquiry_id) on one_off_sessions to barre_app;
