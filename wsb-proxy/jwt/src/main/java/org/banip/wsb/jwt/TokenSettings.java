package org.banip.wsb.jwt;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingType;
import org.banip.server.settings.Settings;
import org.banip.server.tls.PlainText;

/**
 * Which tokens are right.
 *
 * @param keys the path of a file with a JWK set, or a URL
 * @param origin where that was set, for messages: {@code option --jwt-keys}
 * @param authorities by which the URL's certificate is verified; empty for those of Java
 * @param refresh how often the URL is read
 * @param audience the broker's name in {@code aud}
 * @param issuer the only right {@code iss}; empty for any
 * @param nameClaim the claim with the identity's name
 * @param skew by how much the clocks of issuer and broker may differ
 * @param revoked the file that names tokens that were revoked
 */
record TokenSettings(
        String keys,
        String origin,
        Optional<Path> authorities,
        Duration refresh,
        String audience,
        Optional<String> issuer,
        String nameClaim,
        Duration skew,
        Optional<Path> revoked) {
    static final Setting<String> KEYS = Setting.optional(
            "jwt-keys",
            SettingType.text(
                    "keys", "the path of a file, or an https URL; http on this machine", TokenSettings::isPlace),
            "no tokens are taken",
            "take bearer tokens of MBUs that are signed with a key of this JWK set (EdDSA, ES256, RS256); read again when it changes");
    static final Setting<Path> AUTHORITIES = Setting.optional(
            "jwt-keys-authorities-file",
            SettingType.existingFile(),
            "those of this Java",
            "certificate authorities in PEM form by which the certificate of jwt-keys' URL is verified; read again when it changes");
    static final Setting<Duration> REFRESH = Setting.of(
            "jwt-refresh-millis",
            SettingType.millis(Duration.ofSeconds(1), Duration.ofDays(1)),
            Duration.ofSeconds(30),
            "how often the URL of jwt-keys is read; a token of an unknown key makes the broker read it at once");
    static final Setting<String> AUDIENCE = Setting.optional(
            "jwt-audience",
            text(),
            "needed with jwt-keys",
            "the name of this broker that a token must have in its claim aud");
    static final Setting<String> ISSUER =
            Setting.optional("jwt-issuer", text(), "any", "what a token must have in its claim iss");
    static final Setting<String> NAME_CLAIM =
            Setting.of("jwt-name-claim", text(), "sub", "the claim that has the user's name");
    static final Setting<Duration> SKEW = Setting.of(
            "jwt-clock-skew-millis",
            SettingType.millis(Duration.ZERO, Duration.ofMinutes(5)),
            Duration.ofSeconds(30),
            "by how much the clocks of this broker and of the issuer may differ");
    static final Setting<Path> REVOKED = Setting.optional(
            "jwt-revoked-file",
            SettingType.existingLines(),
            "none",
            "tokens that are not taken any more: lines 'jti ID', 'sub NAME' or 'sub NAME issued-before TIME'; read again when it changes");

    static final List<Setting<?>> ALL =
            List.of(KEYS, AUTHORITIES, REFRESH, AUDIENCE, ISSUER, NAME_CLAIM, SKEW, REVOKED);

    private static SettingType<String> text() {
        return SettingType.text("text", "1 to 256 characters", text -> !text.isEmpty() && text.length() <= 256);
    }

    private static boolean isPlace(String text) {
        if (!isUrl(text)) {
            return !text.isEmpty();
        }
        URI url = URI.create(text);
        return url.getHost() != null && url.getRawUserInfo() == null && !PlainText.isBeyond(url);
    }

    private static boolean isUrl(String text) {
        return text.matches("(?i)https?://.*");
    }

    /**
     * What an operator set; empty if tokens are not wanted.
     *
     * @throws IllegalArgumentException if the audience is missing, or one of the others is set without the keys
     */
    static Optional<TokenSettings> of(Settings settings) {
        ALL.forEach(setting -> settings.refuseWithout(KEYS, setting));
        return settings.find(KEYS)
                .map(keys -> new TokenSettings(
                        keys,
                        settings.origin(KEYS),
                        settings.find(AUTHORITIES),
                        settings.get(REFRESH),
                        settings.find(AUDIENCE)
                                .orElseThrow(() -> new IllegalArgumentException(
                                        "jwt-keys needs jwt-audience, the name of this broker in tokens: otherwise it would take"
                                                + " tokens that were issued for another service")),
                        settings.find(ISSUER),
                        settings.get(NAME_CLAIM),
                        settings.get(SKEW),
                        settings.find(REVOKED)));
    }

    /** The URL of the keys; empty if they are in a file. */
    Optional<URI> url() {
        return isUrl(keys) ? Optional.of(URI.create(keys)) : Optional.empty();
    }
}
