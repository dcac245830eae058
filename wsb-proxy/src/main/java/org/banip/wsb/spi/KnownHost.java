package org.banip.wsb.spi;

import java.net.URI;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * A surrogate host in a {@link HostDirectory}.
 *
 * @param id names this running host in its interconnects' URLs, so that every broker finds it again: 1 to 36 of {@code a-z 0-9 -}; empty in a
 *     directory that only ever has this one host. A host that comes back may have another
 * @param base its base URL, {@code http} or {@code https}; a slash is added at its end
 * @param interconnects how many interconnects it has, if the directory knows; used until the broker has asked the host itself
 */
public record KnownHost(String id, URI base, OptionalLong interconnects) {
    private static final Pattern ID = Pattern.compile("[a-z0-9-]{0,36}");

    /** Checks the parts. */
    public KnownHost {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException("name '" + id + "' of a surrogate host must be 1 to 36 of a-z 0-9 -");
        }
        boolean http = "http".equals(base.getScheme()) || "https".equals(base.getScheme());
        if (!http || base.getHost() == null || base.getRawQuery() != null || base.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "surrogate host '" + base + "' must be a URI such as http://127.0.0.1:8081/");
        }
        if (base.getRawUserInfo() != null) {
            throw new IllegalArgumentException("the surrogate host's URI must not hold credentials; set a token");
        }
        base = base.getRawPath().endsWith("/") ? base : URI.create(base + "/");
    }

    /** Whether its directory only ever has this one host. */
    public boolean isOnly() {
        return id.isEmpty();
    }
}
