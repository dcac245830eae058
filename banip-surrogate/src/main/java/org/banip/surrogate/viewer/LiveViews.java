package org.banip.surrogate.viewer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.address.ClientNetwork;
import org.banip.surrogate.people.Person;

/**
 * Bounds the live views of a host. Each named person may open a quarter of them, and so may those who show the shared token at each address. Any thread.
 */
final class LiveViews {
    private static final int SHARE = 4;

    private final int most;
    /** Guarded by this. The holder of each view; empty if nothing but the number of all views bounds it. */
    private final Map<LiveResponse, Optional<Holder>> views = new HashMap<>();

    /**
     * Whose views are counted together.
     *
     * @param words who it is, in words
     */
    private record Holder(String words) {}

    LiveViews(int most) {
        this.most = most;
    }

    /** How many a person or an address may have. */
    static int ofHolder(int most) {
        return Math.max(1, most / SHARE);
    }

    /**
     * Adds a view; throws {@link BanipException} with {@code LIMIT_REACHED} if there are too many.
     *
     * @param from the address of the client
     */
    synchronized void enter(LiveResponse view, Person person, String from) {
        Optional<Holder> holder = holder(person, from);
        long own = holder.isEmpty()
                ? 0
                : views.values().stream().filter(holder::equals).count();
        if (own >= ofHolder(most)) {
            throw new BanipException(
                    ErrorCode.LIMIT_REACHED,
                    own + " live views of " + holder.get().words() + " are open already, limit " + ofHolder(most)
                            + " for each " + (person.isNamed() ? "person" : "address") + ", " + most + " for all");
        }
        if (views.size() >= most) {
            throw new BanipException(
                    ErrorCode.LIMIT_REACHED,
                    views.size() + " viewers watch already, limit " + most + " for all, " + ofHolder(most)
                            + " for each person or address");
        }
        views.put(view, holder);
    }

    /** Those who share a token are told apart by their addresses. Where viewers are local, they have one address. */
    private static Optional<Holder> holder(Person person, String from) {
        return switch (person.how()) {
            case PASSWORD, TOKEN, LOG_IN -> Optional.of(new Holder(person.name()));
            case SHARED_TOKEN -> Optional.of(new Holder("the viewers' token from " + ClientNetwork.of(from)));
            case LOCAL -> Optional.empty();
        };
    }

    synchronized void leave(LiveResponse view) {
        views.remove(view);
    }

    void heartbeat() {
        all().forEach(LiveResponse::heartbeat);
    }

    private synchronized List<LiveResponse> all() {
        return List.copyOf(views.keySet());
    }
}
