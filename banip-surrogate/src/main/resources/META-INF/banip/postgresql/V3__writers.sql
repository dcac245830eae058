-- A host of a version without epochs does not see that its sessions were taken over, so it must store nothing once this schema is there. Other hosts
-- say that they compare epochs.
CREATE FUNCTION require_epochs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('banip.epochs', true) IS DISTINCT FROM 'on' THEN
        RAISE EXCEPTION 'this host is of an older version than its database and stores nothing: stop it and upgrade it';
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER item_by_newer_host BEFORE INSERT ON item FOR EACH STATEMENT EXECUTE FUNCTION require_epochs();
CREATE TRIGGER interconnect_by_newer_host BEFORE INSERT OR UPDATE ON interconnect FOR EACH STATEMENT EXECUTE FUNCTION require_epochs();
