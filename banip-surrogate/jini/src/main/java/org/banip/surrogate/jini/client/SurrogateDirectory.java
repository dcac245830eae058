package org.banip.surrogate.jini.client;

import java.io.IOException;
import java.util.List;

/** Where surrogates are found: a lookup service, for example. */
@FunctionalInterface
public interface SurrogateDirectory {
    /**
     * All surrogates that are registered now.
     *
     * @throws IOException if that cannot be found out now; it is asked again
     */
    List<ListedSurrogate> surrogates() throws IOException, InterruptedException;

    /**
     * Surrogates that have ended, and whose data can still be read.
     *
     * @throws IOException if that cannot be found out now; it is asked again
     */
    default List<ListedSurrogate> ended() throws IOException, InterruptedException {
        return List.of();
    }
}
