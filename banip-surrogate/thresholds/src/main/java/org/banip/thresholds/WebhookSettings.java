package org.banip.thresholds;

import java.net.URI;
import java.time.Duration;
import java.util.Locale;

/**
 * Where alerts are posted. Plain HTTP is for loopback, unless it is allowed.
 *
 * @param to the one URL that is ever asked, {@code https} or {@code http}
 * @param allowPlain whether {@code http} may leave this machine
 * @param timeout of one attempt, its answer included
 * @param attempts most attempts for one alert, 1 to 100
 * @param retry wait before the second attempt; doubled each time, up to 30 s
 * @param queue most alerts of one BAN that wait; beyond that the oldest is dropped; 1 to 10,000
 */
public record WebhookSettings(URI to, boolean allowPlain, Duration timeout, int attempts, Duration retry, int queue) {
    /** 5 s, 5 attempts, half a second before the second, 100 alerts. */
    public static WebhookSettings of(URI to) {
        return new WebhookSettings(to, false, Duration.ofSeconds(5), 5, Duration.ofMillis(500), 100);
    }

    /** Checks every field. */
    public WebhookSettings {
        String scheme = String.valueOf(to.getScheme()).toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https") || to.getHost() == null || to.getUserInfo() != null) {
            throw new IllegalArgumentException(
                    "webhook must be a URL with http or https, a host, and no user, for example https://alerts.example.org/banip");
        }
        if (scheme.equals("http") && !allowPlain && !isLoopback(to.getHost())) {
            throw new IllegalArgumentException("webhook " + to.getHost()
                    + " would get alerts over plain HTTP: use https, or webhook-allow-plain=true");
        }
        check("webhook-timeout-millis", timeout.toMillis(), 3_600_000);
        check("webhook-attempts", attempts, 100);
        check("webhook-retry-millis", retry.toMillis(), 30_000);
        check("webhook-queue", queue, 10_000);
    }

    private static void check(String what, long value, long max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException(what + " " + value + " is outside 1 to " + max);
        }
    }

    private static boolean isLoopback(String host) {
        return host.equals("localhost") || host.equals("[::1]") || host.matches("127(\\.\\d{1,3}){3}");
    }
}
