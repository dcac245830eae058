-- How often a host has taken over the interconnect: a host whose number is not this one stores nothing of it any more.
ALTER TABLE interconnect ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;

-- Tells whether two hosts share this store.
CREATE TABLE store_name (name VARCHAR(36) NOT NULL);
INSERT INTO store_name VALUES (lower(hex(randomblob(16))));
