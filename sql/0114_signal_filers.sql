-- Filings: which companies a signal is a filing of, by their natural keys (domain/Company.ts), whether they are stored or not. Of those that were there
-- before, the company is known in whose folder the filing lies.

create table signal_filers (
  signal_id   integer not null references signals on delete cascade,
  company_key text not null,
  primary key (signal_id, company_key)
);

create index signal_filers_company on signal_filers (company_key, signal_id);

insert into signal_filers (signal_id, company_key)
select id, 'cik:' || substring(url from '/edgar/data/0*(\d{1,10})/') from signals
where source_name = 'sec-filings' and url ~ '/edgar/data/\d{1,10}/';
