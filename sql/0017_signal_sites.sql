-- What is published on a site: signals by the host of their address, written backwards so that a host and all names below it are one
-- range: `https://blog.acme.com/1` is under `moc.emca.golb.`, and everything of acme.com from `moc.emca.` on.

create function site_of(url text) returns text immutable parallel safe
  return reverse(lower(substring(url from '^https?://(?:[^/?#]*@)?([^/:?#]+)'))) || '.';

create index signals_site on signals (site_of(url) text_pattern_ops);
create index signal_sightings_site on signal_sightings (site_of(url) text_pattern_ops) where url is not null;
