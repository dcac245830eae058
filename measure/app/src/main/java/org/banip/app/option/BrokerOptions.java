package org.banip.app.option;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.HttpSettings;
import org.banip.server.settings.Secret;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The broker of an MBU, who it is there, and the surrogate that it wants. */
public final class BrokerOptions {
    /** The environment variable with the password. */
    public static final String PASSWORD_VARIABLE = "BANIP_PASSWORD";

    @Option(
            names = "--wsb",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8080/",
            converter = BrokerPlaces.Converter.class,
            description = {
                "The broker's base URL, or a surrogate host's on loopback. Several, with commas between: the nearest is used, and"
                        + " another one when it fails. Or srv:DOMAIN: those that the domain names in DNS, or dnssd: those that announce"
                        + " themselves on the local network (docs/discovery.md).",
                "Default: ${DEFAULT-VALUE}."
            })
    private BrokerPlaces broker = BrokerPlaces.parse("http://127.0.0.1:8080/");

    @Option(
            names = "--allow-plain",
            description =
                    "Send to a broker on another machine without TLS, because something else protects the network. "
                            + "Default: no.")
    private boolean plain;

    @Mixin
    private final TrustOption trust = new TrustOption();

    @Mixin
    private final ClientCertificateOptions certificate = new ClientCertificateOptions();

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "The user name at the broker. Default: none, for a host without a broker.")
    private @Nullable String user;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            converter = Secrets.FromFile.class,
            description = "File whose first line is the password. Default: the value of " + PASSWORD_VARIABLE + ".")
    private @Nullable Secret password;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "File whose first line is a bearer token for the broker, instead of user and password. It is read again"
                            + " when it changes. Default: none.")
    private @Nullable Path token;

    @Option(
            names = "--surrogate-type",
            paramLabel = "TYPE",
            defaultValue = RegistrationRequest.STANDARD_SURROGATE,
            description =
                    "The type of surrogate that the host shall activate for a BAN: a name that the host knows, or the URL"
                            + " of a signed jar (docs/surrogates.md). Default: ${DEFAULT-VALUE}.")
    private String surrogateType = RegistrationRequest.STANDARD_SURROGATE;

    /** The broker's base URL, or what finds it, as it was typed. */
    public BrokerPlaces broker() {
        return broker;
    }

    /** Whether it may be on another machine without TLS. */
    public boolean allowsPlain() {
        return plain;
    }

    /** Whether the MBU shows a bearer token or a certificate, in which the broker reads the user's name. */
    public boolean hasTokenOrCertificate() {
        return token != null || certificate.isPresent();
    }

    /** How the MBU logs in: {@code as user 'anna'}, {@code with a token}, {@code with a certificate}, {@code without user}. */
    public String manner() {
        return user().map(name -> "as user '" + name + "'")
                .orElseGet(() -> token != null
                        ? "with a token"
                        : certificate.isPresent() ? "with a certificate" : "without user");
    }

    /** The user's name, if there is one. */
    public Optional<String> user() {
        return Optional.ofNullable(user);
    }

    /**
     * Configures an MBU.
     *
     * @param environment has the password, unless a file has it
     * @throws IllegalArgumentException if a value is not allowed, or if there is no password
     */
    public void configure(MobileBaseUnitBuilder builder, Map<String, String> environment) {
        if (plain) {
            builder.allowPlain();
        }
        HttpSettings.Builder http = HttpSettings.builder();
        trust.trustManager().ifPresent(http::trustManager);
        certificate.keys().ifPresent(http::keyManager);
        builder.http(http.build());
        broker.configure(builder);
        builder.credentials(credentials(environment)).surrogateType(surrogateType);
    }

    private Credentials credentials(Map<String, String> environment) {
        if (token != null) {
            if (user != null || password != null || certificate.isPresent()) {
                throw new IllegalArgumentException(
                        "--token-file excludes --user, --password-file and a client certificate");
            }
            return Credentials.tokenFile(token);
        }
        if (user == null) {
            return Credentials.none();
        }
        String secret = password == null ? environment.get(PASSWORD_VARIABLE) : password.value();
        if (secret == null) {
            throw new IllegalArgumentException(
                    "--user needs a password: from --password-file FILE, or in " + PASSWORD_VARIABLE);
        }
        return Credentials.basic(user, secret);
    }
}
