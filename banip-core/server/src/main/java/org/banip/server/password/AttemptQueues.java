package org.banip.server.password;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.banip.server.address.ClientNetwork;
import org.banip.server.quota.Quota;

/**
 * The queues in which attempts wait for bcrypt. Three queues take turns, so that a flood of one kind delays the others by two comparisons at most:
 *
 * <ol>
 *   <li>the first attempt of a known name from a network, one for each at a time; correct log-ins are usually here;
 *   <li>more attempts of a known name from a network where it failed within the last minutes;
 *   <li>unknown names.
 * </ol>
 *
 * <p>In each queue networks, or names in networks, take turns. Any thread; guarded by the monitor.
 */
final class AttemptQueues<T> {
    private static final int MOST_OF_FAILED_NAME = 4;
    private static final int REMEMBERED_FAILURES = 10_000;
    /** A quota of one lasts for two windows: a failure counts for five minutes. */
    private static final Duration FAILURE_WINDOW = Duration.ofSeconds(150);

    private final Function<T, Attempt> attempt;
    private final Quota<NameInNetwork> failures;
    private final FairQueue<ClientNetwork, T> first;
    private final FairQueue<NameInNetwork, T> repeated;
    private final FairQueue<ClientNetwork, T> unknown;
    private final Set<NameInNetwork> firstWaiting = new HashSet<>();
    private int turn;

    /**
     * Empty queues.
     *
     * @param most elements in each of the three; an eighth of that is the most of unknown names from one network
     * @param attempt the attempt that an element is about
     */
    AttemptQueues(int most, Function<T, Attempt> attempt, LongSupplier nanoClock) {
        this.attempt = attempt;
        failures = new Quota<>(1, FAILURE_WINDOW, REMEMBERED_FAILURES, nanoClock);
        first = new FairQueue<>(most, most);
        repeated = new FairQueue<>(most, MOST_OF_FAILED_NAME);
        unknown = new FairQueue<>(most, Math.max(1, most / 8));
    }

    /** Adds an element; returns the element that it displaced, if any. */
    synchronized Optional<T> offer(T element) {
        Attempt added = attempt.apply(element);
        NameInNetwork name = NameInNetwork.of(added);
        if (added.hash().isEmpty()) {
            return unknown.offer(added.from(), element);
        }
        if (failures.remaining(name) == 0 || !firstWaiting.add(name)) {
            return repeated.offer(name, element);
        }
        Optional<T> displaced = first.offer(added.from(), element);
        displaced.ifPresent(gone -> firstWaiting.remove(NameInNetwork.of(attempt.apply(gone))));
        return displaced;
    }

    /** The element whose turn it is. */
    synchronized Optional<T> poll() {
        for (int tried = 0; tried < 3; tried++) {
            turn = (turn + 1) % 3;
            Optional<T> next = turn == 0 ? first.poll() : turn == 1 ? repeated.poll() : unknown.poll();
            if (next.isPresent()) {
                if (turn == 0) {
                    firstWaiting.remove(NameInNetwork.of(attempt.apply(next.get())));
                }
                return next;
            }
        }
        return Optional.empty();
    }

    /** Records the result of an attempt. */
    void ended(Attempt ended, boolean matches) {
        if (matches) {
            failures.reset(NameInNetwork.of(ended));
        } else if (ended.hash().isPresent()) {
            failures.take(NameInNetwork.of(ended), 1);
        }
    }

    private record NameInNetwork(String name, ClientNetwork network) {
        static NameInNetwork of(Attempt attempt) {
            return new NameInNetwork(attempt.credentials().name(), attempt.from());
        }
    }
}
