-- A tryout that was held counts for who held it, and some are paid by what counts: whoever says afterwards that it was
-- somebody else, or no tryout, leaves a trace, as with the log of a class.
drop trigger audit on one_off_sessions;
create trigger audit after insert or delete or update of session_type, instructor_id, price_cents, is_paid, paid_on, session_date, outcome
  on one_off_sessions for each row
  execute function write_audit('session_type', 'instructor_id', 'price_cents', 'is_paid', 'paid_on', 'session_date', 'outcome', 'outcome_notes');
