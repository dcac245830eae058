package org.banip.surrogate.oidc;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.server.settings.Secret;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingType;
import org.banip.server.settings.Settings;
import org.banip.server.tls.PlainText;

/**
 * Which provider proves people, and what its tokens say of them.
 *
 * @param issuer the provider's name, which is the URL below which its metadata is
 * @param client what the provider calls this host
 * @param secretFile the file of the client's secret; empty for a public client
 * @param redirect where the provider sends browsers back to
 * @param authorities by which certificates of the provider are verified; empty for those of Java
 * @param scopes what is asked for, with blanks between
 * @param nameClaim the claim with a person's name
 * @param groupClaim the claim with a person's groups
 * @param label what follows "Log in with" on the page
 * @param maxAge how long ago people may have proven to the provider who they are; empty for any time
 */
record OidcSettings(
        URI issuer,
        String client,
        Optional<Path> secretFile,
        URI redirect,
        Optional<Path> authorities,
        String scopes,
        String nameClaim,
        String groupClaim,
        String label,
        Optional<Duration> maxAge) {
    /** Longest secret of a client, in characters. */
    static final int MOST_SECRET = 512;

    static final Setting<URI> ISSUER = Setting.optional(
            "oidc-issuer",
            secureUrl("an https URL without user, query and fragment; http on this machine"),
            "people log in at the host only",
            "let people log in at this OpenID Connect provider, too; needs viewers-file, which says what they may (docs/people.md)");
    static final Setting<String> CLIENT = Setting.optional(
            "oidc-client-id",
            text(256),
            "needed with oidc-issuer",
            "what the provider calls this host; its tokens must be for this client");
    static final Setting<Secret> SECRET = Setting.optional(
            "oidc-client-secret-file",
            SettingType.secret(1, MOST_SECRET),
            "a public client, which has none",
            "its first line is the secret that the host shows to the provider; read again when it changes");
    static final Setting<URI> REDIRECT = Setting.optional(
            "oidc-redirect-url",
            redirectUrl(),
            "needed with oidc-issuer",
            "the URL of the host's resource oidc, as browsers reach it and as the provider knows it; browsers are sent back to nothing else");
    static final Setting<Path> AUTHORITIES = Setting.optional(
            "oidc-authorities-file",
            SettingType.existingFile(),
            "those of this Java",
            "certificate authorities in PEM form by which the provider's certificate is verified; read again when it changes");
    static final Setting<String> SCOPES = Setting.of(
            "oidc-scopes",
            SettingType.text(
                    "scopes",
                    "words with blanks between them, one of them openid",
                    text -> text.matches("[\\x21\\x23-\\x5b\\x5d-\\x7e]+( [\\x21\\x23-\\x5b\\x5d-\\x7e]+)*")
                            && List.of(text.split(" ")).contains("openid")),
            "openid",
            "what the host asks the provider for; many providers put groups into tokens only with a scope of theirs");
    static final Setting<String> NAME_CLAIM = Setting.of(
            "oidc-name-claim",
            text(256),
            "sub",
            "the claim of the ID token with the person's name; take one that the provider gives to one person only, for ever");
    static final Setting<String> GROUP_CLAIM = Setting.of(
            "oidc-group-claim",
            text(256),
            "groups",
            "the claim of the ID token with the person's groups, a text or a list of texts; a dot leads into an object, as in"
                    + " realm_access.roles");
    static final Setting<String> LABEL =
            Setting.of("oidc-label", text(64), "your organisation's account", "what follows 'Log in with' on the page");
    static final Setting<Duration> MAX_AGE = Setting.optional(
            "oidc-max-age-millis",
            SettingType.millis(Duration.ofSeconds(1), Duration.ofDays(1)),
            "the provider decides",
            "how long ago a person may have proven to the provider who it is, in whole seconds; with 1000 the provider asks for the"
                    + " password each time, as is good for a computer that several people use");

    static final List<Setting<?>> ALL =
            List.of(ISSUER, CLIENT, SECRET, REDIRECT, AUTHORITIES, SCOPES, NAME_CLAIM, GROUP_CLAIM, LABEL, MAX_AGE);

    private static SettingType<String> text(int most) {
        return SettingType.text(
                "text", "1 to " + most + " characters", text -> !text.isEmpty() && text.length() <= most);
    }

    private static SettingType<URI> secureUrl(String allowed) {
        SettingType<URI> url = SettingType.url();
        return new SettingType<>(
                "URL",
                "",
                allowed,
                text -> {
                    URI parsed = url.parser().apply(text);
                    if (PlainText.isBeyond(parsed)) {
                        throw new IllegalArgumentException("it must be https beyond this machine");
                    }
                    return parsed;
                },
                URI::toString);
    }

    private static SettingType<URI> redirectUrl() {
        SettingType<URI> url = secureUrl("an https URL that ends with /oidc; http on this machine");
        return new SettingType<>(
                "URL",
                "",
                url.allowed(),
                text -> {
                    if (!text.endsWith("/oidc")) {
                        throw new IllegalArgumentException("it must end with /oidc, the host's resource");
                    }
                    return url.parser().apply(text);
                },
                URI::toString);
    }

    /**
     * What an operator set; empty if no provider is wanted.
     *
     * @throws IllegalArgumentException if the client or the redirect is missing, or one of the others is set without the issuer
     */
    static Optional<OidcSettings> of(Settings settings) {
        ALL.forEach(setting -> settings.refuseWithout(ISSUER, setting));
        return settings.find(ISSUER)
                .map(issuer -> new OidcSettings(
                        issuer,
                        needed(settings, CLIENT),
                        settings.find(SECRET).map(Secret::file),
                        needed(settings, REDIRECT),
                        settings.find(AUTHORITIES),
                        settings.get(SCOPES),
                        settings.get(NAME_CLAIM),
                        settings.get(GROUP_CLAIM),
                        settings.get(LABEL),
                        settings.find(MAX_AGE)));
    }

    private static <T> T needed(Settings settings, Setting<T> setting) {
        return settings.find(setting)
                .orElseThrow(() ->
                        new IllegalArgumentException("oidc-issuer needs " + setting.name() + ": " + setting.help()));
    }
}
