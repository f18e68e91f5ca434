-- The revenue counts a paid session in the month of its date: moving one is a change of money, and so is booking one.
drop trigger audit on one_off_sessions;
create trigger audit after insert or update of price_cents, is_paid, paid_on, session_date, outcome or delete on one_off_sessions
  for each row execute function write_audit('price_cents', 'is_paid', 'paid_on', 'session_date', 'outcome', 'outcome_notes');
