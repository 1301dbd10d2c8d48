-- What is tried again keeps to the quiet hours of its watch; what somebody sends again by hand does not, until it is delivered.

alter table deliveries add column by_hand boolean not null default false;
