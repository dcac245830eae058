package org.banip.app.watch;

import java.util.function.Consumer;
import org.banip.app.option.LookupPlaces;
import org.banip.surrogate.api.reduction.Reduction;
import org.banip.surrogate.jini.client.SurrogateDirectory;
import org.banip.surrogate.jini.remote.AccessToken;
import org.banip.surrogate.jini.transport.Transport;

/**
 * How a watch reaches BANs over Jini.
 *
 * @param places where BANs are looked up
 * @param transport how others are reached, and this process
 * @param token presented to hosts
 * @param wanted what of a BAN's data is wanted
 */
public record JiniAccess(LookupPlaces places, Transport transport, AccessToken token, Reduction wanted) {
    /** The surrogates that are listed now; the consumer gets addresses at which they are left out. */
    SurrogateDirectory directory(Consumer<String> leftOut) {
        return places.directory(transport, leftOut);
    }

    /** The lookup services as text. */
    String where() {
        return places.inWords();
    }
}
