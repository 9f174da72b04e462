--
-- PostgreSQL database dump
--

\restrict kQ0aBcD

-- Dumped from database version 16.4 (Debian 16.4-1.pgdg120+1)
-- Dumped by pg_dump version 16.4 (Debian 16.4-1.pgdg120+1)

SET statement_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);

CREATE ROLE app WITH LOGIN ENCRYPTED PASSWORD '@PASSWORD@';

--
-- Name: users; Type: TABLE; Schema: public; Owner: app
--

CREATE TABLE public.users (
    id bigint NOT NULL,
    full_name character varying(120) DEFAULT 'it''s; nobody'::character varying,
    email text,
    ssn character varying(11),
    card numeric(19,0),
    "password" text,
    settings jsonb,
    CONSTRAINT users_check CHECK ((card > 0))
);

COMMENT ON COLUMN public.users.email IS 'write to @MAIL@; it''s read';

CREATE FUNCTION public.hi() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO public.log (message, "password") VALUES ('don''t; go', '@PASSWORD@');
    RETURN NEW;
END;
$$;

--
-- Data for Name: users; Type: TABLE DATA; Schema: public; Owner: app
--

COPY public.users (id, full_name, email, ssn, card, "password", settings) FROM stdin;
1	Ann\tRoe	@MAIL@	@SSN@	@CARD@	@PASSWORD@	{"theme": "dark", "password": "@PASSWORD@", "quote": "a \\"b\\""}
2	O'Brien\nBo	\N	\N	\N	\N	\N
3	C:\\temp	x; y	\N	5	don't	{}
\.

INSERT INTO public.events (at, "e-mail", ip) VALUES ('2026-11-30 10:00:00+00', '@MAIL@', '@IP@'::inet);
ALTER TABLE ONLY public.users ADD CONSTRAINT users_pkey PRIMARY KEY (id);

--
-- PostgreSQL database dump complete
--
