-- Subscriptions (a student's payments for a class) and registrations (a student in a class).

create table subscriptions (
  organization_id uuid not null default current_organization_id() references organizations on delete cascade,
  id uuid not null default gen_random_uuid(),
  student_id uuid not null,
  student_role text not null generated always as ('student') stored,
  class_id uuid not null,
  start_date date not null check (start_date between '1900-01-01' and '2199-12-31'),
  end_date date not null check (end_date <= '2199-12-31'),
  amount_paid_cents bigint not null check (amount_paid_cents between 0 and 999999999),
  number_of_sessions integer not null check (number_of_sessions between 1 and 10000),
  payment_for text not null default 'new_class' check (payment_for in ('new_class', 'renewal')),
  subscription_type text not null default 'time_based' check (subscription_type in ('time_based', 'session_based')),
  status text not null default 'active' check (status in ('active', 'expired', 'cancelled')),
  payment_notes text check (char_length(payment_notes) <= 2000),
  -- the day revenue counts it
  paid_on date not null check (paid_on between '1900-01-01' and '2199-12-31'),
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, student_id, student_role) references profiles (organization_id, id, role),
  foreign key (organization_id, class_id) references classes,
  constraint subscription_dates_in_order check (end_date >= start_date)
);
call track_versions('subscriptions');
call protect_by_studio('subscriptions');
create index subscriptions_of_student on subscriptions (organization_id, student_id, start_date desc);
create index subscriptions_of_class on subscriptions (organization_id, class_id);
create index subscriptions_by_day_paid on subscriptions (organization_id, paid_on);
grant select,
  insert (id, student_id, class_id, start_date, end_date, amount_paid_cents, number_of_sessions, payment_for,
    subscription_type, status, payment_notes, paid_on),
  update (class_id, start_date, end_date, amount_paid_cents, number_of_sessions, payment_for, subscription_type, status,
    payment_notes, paid_on)
  on subscriptions to barre_app;
create trigger audit after insert or update or delete on subscriptions for each row execute function write_audit();

-- Half-open in time: enrolled from enrolled_on up to, not on, ended_on. Ending keeps who was there when.
create table class_registrations (
  organization_id uuid not null default current_organization_id() references organizations on delete cascade,
  id uuid not null default gen_random_uuid(),
  class_id uuid not null,
  student_id uuid not null,
  student_role text not null generated always as ('student') stored,
  enrolled_on date not null,
  ended_on date,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, class_id) references classes,
  foreign key (organization_id, student_id, student_role) references profiles (organization_id, id, role),
  constraint registration_dates_in_order check (ended_on >= enrolled_on)
);
call protect_by_studio('class_registrations');
create unique index student_enrolled_once on class_registrations (organization_id, class_id, student_id) where ended_on is null;
create index registrations_of_class on class_registrations (organization_id, class_id, enrolled_on);
create index registrations_of_student on class_registrations (organization_id, student_id);
grant select, delete, insert (id, class_id, student_id, enrolled_on), update (ended_on) on class_registrations to barre_app;
