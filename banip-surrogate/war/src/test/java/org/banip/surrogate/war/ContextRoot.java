package org.banip.surrogate.war;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.WireAnswer;

/** The address of the web application without a slash. */
final class ContextRoot {
    private ContextRoot() {}

    /** It leads to a page whose requests arrive. */
    static void assertLeadsToThePage(URI base) throws IOException {
        URI bare = URI.create(base.toString().replaceAll("/$", ""));
        WireAnswer redirect = get(bare);
        assertThat(redirect.status()).isIn(301, 302);
        URI page = bare.resolve(redirect.header("location"));
        WireAnswer answer = get(page);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).contains("ask('surrogates'");
        assertThat(get(page.resolve("surrogates")).status()).isEqualTo(200);
    }

    private static WireAnswer get(URI address) throws IOException {
        try (HttpWire wire = new HttpWire(address)) {
            return wire.exchange("GET", "");
        }
    }
}
