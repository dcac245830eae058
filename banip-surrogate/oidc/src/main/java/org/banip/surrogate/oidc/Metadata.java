package org.banip.surrogate.oidc;

import com.nimbusds.jose.util.JSONObjectUtils;
import java.net.URI;
import java.text.ParseException;
import java.util.List;
import java.util.Map;
import org.banip.core.text.Quoted;
import org.banip.server.tls.PlainText;
import org.jspecify.annotations.Nullable;

/**
 * What a provider says of itself (OpenID Connect Discovery 1.0, section 3).
 *
 * @param authorization where browsers go
 * @param token where a code becomes an ID token
 * @param keys where the keys are that sign ID tokens
 * @param takesBasic whether the client shows its secret by HTTP Basic; otherwise in the form
 * @param namesItself whether each of its answers has the parameter {@code iss} (RFC 9207)
 */
record Metadata(URI authorization, URI token, URI keys, boolean takesBasic, boolean namesItself) {
    private static final String BASIC = "client_secret_basic";

    /** Where a provider's metadata is (section 4). */
    static URI place(URI issuer) {
        String text = issuer.toString();
        return URI.create((text.endsWith("/") ? text.substring(0, text.length() - 1) : text)
                + "/.well-known/openid-configuration");
    }

    /**
     * Reads a document.
     *
     * @throws IllegalArgumentException if it is malformed, of another issuer, or names an address that is plain HTTP to another machine
     */
    static Metadata parse(String text, URI issuer) {
        Map<String, Object> document;
        try {
            document = JSONObjectUtils.parse(text);
        } catch (ParseException e) {
            throw new IllegalArgumentException("its metadata is no JSON object", e);
        }
        Object named = document.get("issuer");
        // "The issuer value returned MUST be identical to the Issuer URL that was used as the prefix" (section 4.3).
        if (!issuer.toString().equals(named)) {
            throw new IllegalArgumentException("its metadata is of the issuer " + Quoted.of(String.valueOf(named))
                    + ", not of oidc-issuer '" + issuer + "'");
        }
        Object methods = document.get("token_endpoint_auth_methods_supported");
        return new Metadata(
                url(document, "authorization_endpoint"),
                url(document, "token_endpoint"),
                url(document, "jwks_uri"),
                !(methods instanceof List<?> list) || list.contains(BASIC) || !list.contains("client_secret_post"),
                Boolean.TRUE.equals(document.get("authorization_response_iss_parameter_supported")));
    }

    private static URI url(Map<String, Object> document, String name) {
        @Nullable Object value = document.get(name);
        URI url;
        try {
            url = URI.create(String.valueOf(value));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("its " + name + " is no URL", e);
        }
        boolean http = "https".equals(url.getScheme()) || "http".equals(url.getScheme());
        if (!http || url.getHost() == null || url.getRawFragment() != null || PlainText.isBeyond(url)) {
            throw new IllegalArgumentException("its " + name + " " + Quoted.of(String.valueOf(value))
                    + " is no https URL (http is for this machine only)");
        }
        return url;
    }
}
