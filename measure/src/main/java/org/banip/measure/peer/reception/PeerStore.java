package org.banip.measure.peer.reception;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.banip.core.ban.BanDescription;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;

/** The surrogate host's store as a peer's application uses it, with the same tables and the same commit rule. */
public final class PeerStore implements AutoCloseable {
    /** The chain that makes the peers' packets, without coding. */
    public static final String CHAIN = "packetizer(hold=200ms)";

    private final JdbcStore store;
    private final Reception reception;

    private PeerStore(JdbcStore store, Reception reception) {
        this.store = store;
        this.reception = reception;
    }

    /** A new store in this file, for one BAN. */
    public static PeerStore open(Path file, BanDescription ban) {
        JdbcStore store = JdbcStore.open(file);
        InterconnectRecord record = store.create(new InterconnectRecord(
                0,
                UUID.randomUUID(),
                ban.id(),
                ban,
                "standard",
                Collections.nCopies(ban.groups().size(), CHAIN),
                TimeUnit.MILLISECONDS.toNanos(Instant.now().toEpochMilli())));
        return new PeerStore(store, new Reception(store, record));
    }

    /** The store's writer. */
    public Reception reception() {
        return reception;
    }

    @Override
    public void close() {
        store.close();
    }
}
