package org.banip.surrogate.interconnect;

import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.banip.server.request.Deadlines;
import org.jspecify.annotations.Nullable;

/**
 * Where each session of a host is: its surrogate is being activated, it is present (active or silent), or it has ended and is settling. A session is
 * in two of them for a moment while it moves, and never in none. Any thread.
 */
final class Sessions {
    private final Map<UUID, PendingActivation> activating = new ConcurrentHashMap<>();
    private final Map<UUID, Activated> present = new ConcurrentHashMap<>();
    private final Settling settling;

    /** None yet. */
    Sessions(Deadlines deadlines) {
        settling = new Settling(deadlines);
    }

    /** Its surrogate is being activated. */
    void begin(PendingActivation pending) {
        activating.put(pending.interconnect().session(), pending);
    }

    /** It can be found from now on. */
    void put(Activated activated) {
        present.put(activated.interconnect().session(), activated);
    }

    /** It is present: its activation is over. */
    void began(PendingActivation pending) {
        activating.remove(pending.interconnect().session(), pending);
    }

    /** Its activation was refused; it settles until its surrogate is over. */
    void refuse(PendingActivation pending, CompletableFuture<@Nullable Void> over) {
        settling.add(pending.interconnect().session(), over);
        began(pending);
    }

    /** It has ended; it settles until what it gave to the store is settled and its surrogate is over. */
    void end(Activated activated, CompletableFuture<@Nullable Void> over) {
        UUID session = activated.interconnect().session();
        settling.add(session, over);
        present.remove(session, activated);
    }

    @Nullable
    PendingActivation activating(UUID session) {
        return activating.get(session);
    }

    @Nullable
    Activated present(UUID session) {
        return present.get(session);
    }

    /** Lets a registration wait while its session settles, as {@link Settling#delays} does. */
    boolean delays(UUID session, CompletableFuture<?> answer, Runnable again) {
        return settling.delays(session, answer, again);
    }

    /** Whether it is present, or about to be. */
    boolean isOpen(UUID session) {
        return present.containsKey(session) || activating.containsKey(session);
    }

    /** All whose surrogates are being activated. */
    Collection<PendingActivation> activating() {
        return activating.values();
    }

    /** All that are active or silent. */
    Collection<Activated> present() {
        return present.values();
    }
}
