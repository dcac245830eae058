package org.banip.surrogate.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A host with named viewers behind a proxy: the tests' own address is the proxy's. Each test of limits has clients and a name of its own, because a
 * password that has matched is not limited any more.
 */
public abstract class ProxyContract {
    /** Ten, and the one that is compared in the next ten seconds. */
    private static final int GUESSES = 11;

    /** The base URL of a running host that trusts 127.0.0.1 and 10.1.0.0/16, and whose viewers' file is {@link PeopleContract#people}. */
    protected abstract URI base();

    @Test
    void guessesCountForTheirClientOnly() throws IOException {
        for (int guess = 0; guess < GUESSES; guess++) {
            assertThat(ask("otto", "guess " + guess, "198.51.100.7").status()).isEqualTo(401);
        }
        assertThat(right("otto", "198.51.100.7").error()).isEqualTo("limit-reached");
        assertThat(right("otto", "198.51.100.8").status()).isEqualTo(200);
    }

    /** Proxies append. The client is the last address that is no proxy's; what stands before it is the client's own claim. */
    @Test
    void whatAClientClaimsChangesNothing() throws IOException {
        for (int guess = 0; guess < GUESSES; guess++) {
            String claimed = "203.0.113." + guess + ", 198.51.100.17" + (guess % 2 == 0 ? "" : ", 10.1.2.3,127.0.0.1");
            assertThat(ask("owen", "guess " + guess, claimed).status()).isEqualTo(401);
        }
        assertThat(right("owen", "203.0.113.99, 198.51.100.17").error()).isEqualTo("limit-reached");
        assertThat(right("owen", "198.51.100.17, 203.0.113.99").status()).isEqualTo(200);
    }

    @Test
    void addressesOfOneIpv6SubscriberAreOneClient() throws IOException {
        for (int guess = 0; guess < GUESSES; guess++) {
            assertThat(ask("vera", "guess " + guess, "2001:db8:1:2::" + guess).status())
                    .isEqualTo(401);
        }
        assertThat(right("vera", "2001:db8:1:2:3:4:5:6").error()).isEqualTo("limit-reached");
        assertThat(right("vera", "2001:db8:1:3::1").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ",", " , ,", "unknown", "_hidden", "300.1.1.1", "::::", "1.2.3.4:5", "\"x", "a, ;=", "%"})
    void malformedAddressesHarmNothing(String malformed) throws IOException {
        assertThat(right("clara", malformed).status()).isEqualTo(200);
        assertThat(right("clara", "198.51.100.27, " + malformed).status()).isEqualTo(200);
    }

    /** The nearest proxy appends what it has seen itself. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https | true",
                "HTTPS | true",
                "http, https | true",
                "http | false",
                "https, http | false",
                "gopher | false",
                "'https,' | false",
                "'' | false"
            })
    void theProxySaysWhetherTheClientCameOverTls(String scheme, boolean tls) throws IOException {
        WireAnswer page = exchange("login", Map.of("X-Forwarded-For", "198.51.100.37", "X-Forwarded-Proto", scheme));
        assertThat(page.text().contains("Passwords are taken over TLS")).isEqualTo(!tls);
        assertThat(page.header("set-cookie").startsWith("__Host-banip-form=")).isEqualTo(tls);
        assertThat(page.header("set-cookie").endsWith("; Secure")).isEqualTo(tls);
    }

    /** An address of this machine that a proxy tells does not make a request local. */
    @Test
    void aForwardedRequestIsNeverLocal() throws IOException {
        Map<String, String> forwarded = new LinkedHashMap<>(PeopleContract.basic("vera", PeopleContract.PASSWORD));
        forwarded.put("X-Forwarded-For", "127.0.0.1");
        assertThat(exchange("surrogates", forwarded).message()).contains("passwords are taken over TLS");
    }

    private WireAnswer right(String name, String client) throws IOException {
        return ask(name, PeopleContract.PASSWORD, client);
    }

    /** Asks for the list of surrogates through a proxy that the client reached over TLS. */
    protected final WireAnswer ask(String name, String password, String client) throws IOException {
        Map<String, String> headers = new LinkedHashMap<>(PeopleContract.basic(name, password));
        headers.put("X-Forwarded-For", client);
        headers.put("X-Forwarded-Proto", "https");
        return exchange("surrogates", headers);
    }

    /** What a request with these header fields is answered. */
    protected final WireAnswer exchange(String path, Map<String, String> headers) throws IOException {
        try (HttpWire wire = new HttpWire(base(), headers)) {
            return wire.exchange("GET", path);
        }
    }
}
