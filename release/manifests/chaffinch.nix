{ stdenvNoCC, fetchurl, installShellFiles, lib }:

let
  sources = {
    x86_64-linux = { name = "<<.Archive "linux" "amd64">>"; hash = "<<.SRI "linux" "amd64">>"; };
    aarch64-linux = { name = "<<.Archive "linux" "arm64">>"; hash = "<<.SRI "linux" "arm64">>"; };
    x86_64-darwin = { name = "<<.Archive "darwin" "amd64">>"; hash = "<<.SRI "darwin" "amd64">>"; };
    aarch64-darwin = { name = "<<.Archive "darwin" "arm64">>"; hash = "<<.SRI "darwin" "arm64">>"; };
  };
  source = sources.${stdenvNoCC.hostPlatform.system};
in
stdenvNoCC.mkDerivation {
  pname = "chaffinch";
  version = "<<.Version>>";
  src = fetchurl { url = "<<.Base>>/${source.name}"; inherit (source) hash; };
  nativeBuildInputs = [ installShellFiles ];
  installPhase = ''
    runHook preInstall
    install -Dm755 chaffinch $out/bin/chaffinch
    install -Dm644 -t $out/share/licenses/chaffinch LICENSE THIRD-PARTY.txt
    installManPage man/man1/*.1
    installShellCompletion --cmd chaffinch --bash completions/chaffinch.bash \
      --zsh completions/_chaffinch --fish completions/chaffinch.fish
    runHook postInstall
  '';
  meta = {
    description = "<<.Summary>>";
    homepage = "<<.Homepage>>";
    license = lib.licenses.asl20;
    mainProgram = "chaffinch";
    platforms = builtins.attrNames sources;
    sourceProvenance = [ lib.sourceTypes.binaryNativeCode ];
  };
}
