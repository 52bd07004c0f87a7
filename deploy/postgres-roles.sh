# Creates the database, its schema and two roles when the container of PostgreSQL starts for the first time.

# Prints the password of postgres://user:password@host/database.
password_in() {
	sed -E 's|^[^:]+://[^:]+:([^@]+)@.*$|\1|' "$1"
}

psql --username=postgres --no-psqlrc --set=ON_ERROR_STOP=1 \
	--set=owner_password="$(password_in /run/secrets/database-owner-url)" \
	--set=password="$(password_in /run/secrets/database-url)" <<'SQL'
create role brama_owner login password :'owner_password' nosuperuser nocreatedb nocreaterole;
create role brama login password :'password' nosuperuser nocreatedb nocreaterole;
create database brama encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8' template template0;
revoke connect, temporary on database brama from public;
grant connect, temporary on database brama to brama_owner, brama;
\connect brama
create schema brama authorization brama_owner;
create extension pg_trgm schema brama;
grant usage on schema brama to brama;
alter role brama_owner in database brama set search_path = brama;
alter role brama in database brama set search_path = brama;
alter default privileges for role brama_owner in schema brama grant select, insert, update, delete on tables to brama;
alter default privileges for role brama_owner in schema brama grant usage, select on sequences to brama;
SQL
