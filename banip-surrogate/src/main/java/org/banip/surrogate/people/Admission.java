package org.banip.surrogate.people;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Who was let in, and a way to ask again while a stream lasts: a person may be removed, log out or lose a grant.
 *
 * @param person who it was when the request came
 * @param now who it is by now; empty if the proof does not hold any more
 */
public record Admission(Person person, Supplier<Optional<Person>> now) {
    /** Whether the person still has this right to this BAN. */
    public boolean stillMay(Right right, String ban) {
        return now.get().filter(still -> still.may(right, ban)).isPresent();
    }
}
