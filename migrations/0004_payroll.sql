-- How an instructor is paid. A table of its own: those who may see a person may not all see their pay.

create table pay_terms (
  organization_id uuid not null default current_organization_id() references organizations on delete cascade,
  profile_id uuid not null,
  role text not null generated always as ('instructor') stored,
  payment_type text not null default 'per_class' check (payment_type in ('per_class', 'salary', 'hybrid', 'percentage')),
  fixed_salary_cents bigint check (fixed_salary_cents between 0 and 999999999),
  rate_per_class_cents bigint check (rate_per_class_cents between 0 and 999999999),
  percentage_rate numeric(5, 2) check (percentage_rate between 0 and 100),
  primary key (organization_id, profile_id),
  foreign key (organization_id, profile_id, role) references profiles (organization_id, id, role) on delete cascade,
  -- spec §5: only the fields the payment type uses are kept
  constraint pay_terms_fit_type check (
    (payment_type in ('salary', 'hybrid') or fixed_salary_cents is null)
    and (payment_type in ('per_class', 'hybrid') or rate_per_class_cents is null)
    and (payment_type in ('percentage', 'hybrid') or percentage_rate is null))
);
call track_versions('pay_terms');
call protect_by_studio('pay_terms');
grant select, delete,
  insert (profile_id, payment_type, fixed_salary_cents, rate_per_class_cents, percentage_rate),
  update (payment_type, fixed_salary_cents, rate_per_class_cents, percentage_rate)
  on pay_terms to barre_app;
create trigger audit after insert or update or delete on pay_terms for each row execute function write_audit();
