package org.banip.surrogate.viewer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.people.Person;

/** Bounds the live views of a host. Each named person may open a quarter of them. Any thread. */
final class LiveViews {
    private static final int SHARE = 4;

    private final int most;
    /** Guarded by this. With the person's name, if there is one. */
    private final Map<LiveResponse, Optional<String>> views = new HashMap<>();

    LiveViews(int most) {
        this.most = most;
    }

    /** How many a person may have. */
    static int ofPerson(int most) {
        return Math.max(1, most / SHARE);
    }

    /** Adds a view; throws {@link BanipException} with {@code LIMIT_REACHED} if there are too many. */
    synchronized void enter(LiveResponse view, Person person) {
        Optional<String> name = person.isNamed() ? Optional.of(person.name()) : Optional.empty();
        long own = name.isEmpty()
                ? 0
                : views.values().stream().filter(name::equals).count();
        if (own >= ofPerson(most)) {
            throw new BanipException(
                    ErrorCode.LIMIT_REACHED,
                    own + " live views of " + person.name() + " are open already, limit " + ofPerson(most)
                            + " for each person, " + most + " for all");
        }
        if (views.size() >= most) {
            throw new BanipException(
                    ErrorCode.LIMIT_REACHED,
                    views.size() + " viewers watch already, limit " + most + " for all, " + ofPerson(most)
                            + " for each person");
        }
        views.put(view, name);
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
