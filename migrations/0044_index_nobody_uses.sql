-- Nothing asks for past rules by their room: rooms are archived, not deleted, and clashes look at what is to come.

drop index past_class_rules_in_room;
