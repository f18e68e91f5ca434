-- A studio is made with its owner; whoever joins is invited as somebody else.
create unique index one_owner on profiles (organization_id) where role = 'owner';

-- As all other dates are: what no form can show is not stored.
alter table profiles add constraint born_within_reason check (date_of_birth between '1900-01-01' and '2199-12-31');
alter table class_registrations
  add constraint enrolled_within_reason check (enrolled_on >= '1900-01-01' and coalesce(ended_on, enrolled_on) <= '2199-12-31');
alter table one_off_sessions add constraint paid_within_reason check (paid_on between '1900-01-01' and '2199-12-31');
