-- Beside 200 studios a class's registrations and a person's words lie a page each among everybody's. Who dances in a
-- class, and by which name a dancer sorts, is read from an index alone.
drop index registrations_of_class;
create index registrations_of_class on class_registrations (organization_id, class_id, enrolled_on) include (ended_on, student_id);
create index people_words_name_of_person on people_words (organization_id, role, profile_id) include (word)
  where word >= ' ' and word < '!';
